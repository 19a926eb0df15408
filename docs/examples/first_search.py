"""A first look: a new game, its legal actions, a search, a picture. Run it: python docs/examples/first_search.py"""

from rich import print

from mutapa.core.state import State
from mutapa.search.bots import Seating, make

state = State.new("zimbabwe", seats=3, seed=7, backend="object")  # the same seed deals the same game
state.apply(state.legal_texts[0])  # words or an int of state.legal_actions; everything is checked
print(state.phase, state.legal_texts)

bot = make("uct:sims=2000")
bot.start(state.game, state.board, state.turn, Seating(state.seats, stream=[1, 2]))
action = bot.choose(state.observe(state.turn))  # a bot is given what its seat sees, never the state
for row in bot.result.rows:
    print(f"{state.text(row.action):10} {row.visits:5} visits, {row.value(state.turn):.0%} to win")

state.apply(action)
print(state.picture())

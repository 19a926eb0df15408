"""A first look: a new game, its legal actions, a search, a picture. Run it: python docs/examples/first_search.py"""

from rich import print

from mutapa.core.state import State
from mutapa.search.ask import ask

state = State.new("zimbabwe", seats=3, seed=7, backend="object")  # the same seed deals the same game
state.apply(state.legal_texts[0])  # words or an int of state.legal_actions; everything is checked
print(state.phase, state.legal_texts)

answer = ask(state, "uct:sims=2000")  # for the seat to move, from what that seat sees
for row in answer.result.rows:
    print(f"{state.text(row.action):10} {row.visits:5} visits, {row.value(state.turn):.0%} to win")
print(f"the search would play {answer.text}")

state.apply(answer.action)
print(state.picture())

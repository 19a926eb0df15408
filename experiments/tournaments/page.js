"use strict";
// Steps through games: pieces of pictures, and what changes from frame to frame.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { pieces, frames, words } = JSON.parse(await new Response(stream).text());
  let now = [];
  const whole = frames.map(([start, end, between]) => {
    now = now.slice(0, start).concat(between, now.slice(now.length - end));
    return now;
  });
  return { pieces, whole, words };
}

function setUp(figure) {
  const board = figure.querySelector(".board"), said = figure.querySelector(".words"), slider = figure.querySelector("input");
  const bar = figure.querySelector(".bar"), play = figure.querySelector("[data-go=play]");
  const svg = figure.dataset.svg === "1", last = Number(slider.max), turn = Number(figure.dataset.turn);
  let game = null, at = turn, timer = 0;

  async function show(frame) {
    game ??= unpacked(figure.dataset.frames);
    at = Math.min(Math.max(frame, 0), last);
    const { pieces, whole, words } = await game;
    const picture = whole[at].map((piece) => pieces[piece]).join(svg ? "" : "\n");
    if (svg) board.innerHTML = picture; else board.textContent = picture;
    said.textContent = `${at} of ${last} · ${words[at]}`;
    slider.value = at;
    if (at === last) stop();
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶";
  }
  const go = {
    first: () => show(0), back: () => show(at - 1), next: () => show(at + 1), last: () => show(last), turn: () => show(turn),
    play() {
      if (timer) return stop();
      if (at === last) show(0);
      play.textContent = "❚❚";
      timer = setInterval(() => show(at + 1), 600);
    },
    size() { board.classList.toggle("large"); },
  };
  bar.addEventListener("click", (event) => {
    const name = event.target.dataset.go;
    if (!name) return;
    if (name !== "play" && name !== "size") stop();
    go[name]();
  });
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  figure.addEventListener("keydown", (event) => {
    if (event.target === slider) return;
    const name = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!name) return;
    event.preventDefault();
    stop();
    go[name]();
  });
  bar.hidden = false;
}

if ("DecompressionStream" in window) document.querySelectorAll("figure.replay").forEach(setUp);

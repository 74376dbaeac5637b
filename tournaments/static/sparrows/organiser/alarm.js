/* Ring when something new waits on the board, and count what waits in the tab's title.

   [data-alarm-switch="board"] switches the sound of #board; the choice stays in localStorage. What waits are the
   [data-matter] inside; a browser that was not touched yet may refuse to play: the switch asks for a touch then, and the title
   counts all the same. */

import { atTouch, isAllowed, ring } from "./sound.js";

const KEY = "sparrows-alarm";

const switcher = document.querySelector("[data-alarm-switch]");
const board = document.getElementById(switcher.dataset.alarmSwitch);
const title = document.title;
let known = matters(), asks = false;

switcher.hidden = false;
label();
count();
board.addEventListener("live:swapped", look);
switcher.addEventListener("click", toggle);
atTouch(label);

function matters() {
  return new Set([...board.querySelectorAll("[data-matter]")].map((element) => element.dataset.matter));
}

function look() {
  const now = matters();
  const fresh = [...now].some((matter) => !known.has(matter));
  known = now;
  count();
  if (fresh && isOn()) alarm();
}

function count() {
  document.title = known.size ? `(${known.size}) ${title}` : title;
}

function alarm() {
  board.dispatchEvent(new CustomEvent("alarm:rung"));
  ring();
}

function toggle() {
  if (!asks) change();
  label();
  if (isOn()) alarm();
}

function change() {
  try {
    localStorage.setItem(KEY, isOn() ? "off" : "on");
  } catch {
    switcher.dataset.alarm = isOn() ? "off" : "on"; // storage is forbidden: the choice lasts for this page
  }
}

function isOn() {
  try {
    return (switcher.dataset.alarm ?? localStorage.getItem(KEY)) !== "off";
  } catch {
    return switcher.dataset.alarm !== "off";
  }
}

function label() {
  asks = isOn() && !isAllowed();
  const { wordAsk, wordOn, wordOff } = switcher.dataset;
  switcher.textContent = asks ? wordAsk : isOn() ? wordOn : wordOff;
}

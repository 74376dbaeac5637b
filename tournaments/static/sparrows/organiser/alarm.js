/* Ring when something new waits on the board, and count what waits in the tab's title.

   [data-alarm-switch="board"] switches the sound of #board; the choice stays in localStorage. What waits are the
   [data-matter] inside; a browser that was not touched yet may refuse to play: the title counts all the same. */

const KEY = "sparrows-alarm";
const TONES = [880, 660, 880]; // hertz
const STEP = 0.18; // seconds each

const switcher = document.querySelector("[data-alarm-switch]");
const board = document.getElementById(switcher.dataset.alarmSwitch);
const title = document.title;
let known = matters();
let speaker = null;

switcher.hidden = false;
label();
count();
board.addEventListener("live:swapped", look);
switcher.addEventListener("click", toggle);
addEventListener("pointerdown", () => speaker?.resume(), { capture: true });

function matters() {
  return new Set([...board.querySelectorAll("[data-matter]")].map((element) => element.dataset.matter));
}

function look() {
  const now = matters();
  const fresh = [...now].some((matter) => !known.has(matter));
  known = now;
  count();
  if (fresh && isOn()) ring();
}

function count() {
  document.title = known.size ? `(${known.size}) ${title}` : title;
}

function ring() {
  speaker ??= new AudioContext();
  board.dispatchEvent(new CustomEvent("alarm:rung"));
  TONES.forEach((tone, place) => sound(tone, speaker.currentTime + place * STEP));
}

function sound(tone, at) {
  const wave = new OscillatorNode(speaker, { frequency: tone });
  const volume = new GainNode(speaker, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.25, at + 0.02);
  volume.gain.linearRampToValueAtTime(0, at + STEP);
  wave.connect(volume).connect(speaker.destination);
  wave.start(at);
  wave.stop(at + STEP);
}

function toggle() {
  try {
    localStorage.setItem(KEY, isOn() ? "off" : "on");
  } catch {
    switcher.dataset.alarm = isOn() ? "off" : "on"; // storage is forbidden: the choice lasts for this page
  }
  label();
  if (isOn()) ring();
}

function isOn() {
  try {
    return (switcher.dataset.alarm ?? localStorage.getItem(KEY)) !== "off";
  } catch {
    return switcher.dataset.alarm !== "off";
  }
}

function label() {
  switcher.textContent = isOn() ? switcher.dataset.wordOn : switcher.dataset.wordOff;
}

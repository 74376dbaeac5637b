/* Tones, one after the other. A browser that was not touched yet may refuse to play. */

export const ALARM = [880, 660, 880]; // hertz
const STEP = 0.18; // seconds each

let speaker = null;
addEventListener("pointerdown", () => speaker?.resume(), { capture: true });

/** Tell whether this browser lets the page be heard: only once somebody has touched it. */
export const isAllowed = () => navigator.userActivation?.hasBeenActive ?? true;

/** Call back at each touch, after what the button does that was touched. */
export function atTouch(then) {
  for (const kind of ["click", "keydown"]) document.addEventListener(kind, then);
}

/** Play tones; `slower` makes each last so many times as long, to be heard through a hall. */
export function ring(tones = ALARM, slower = 1) {
  speaker ??= new AudioContext();
  speaker.resume();
  const step = STEP * slower;
  tones.forEach((tone, place) => sound(tone, speaker.currentTime + place * step, step));
}

function sound(tone, at, step) {
  const wave = new OscillatorNode(speaker, { frequency: tone });
  const volume = new GainNode(speaker, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.25, at + 0.02);
  volume.gain.linearRampToValueAtTime(0, at + step);
  wave.connect(volume).connect(speaker.destination);
  wave.start(at);
  wave.stop(at + step);
}

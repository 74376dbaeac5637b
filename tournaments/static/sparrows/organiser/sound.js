/* Tones, one after the other. A browser that was not touched yet may refuse to play. */

export const ALARM = [880, 660, 880]; // hertz
const STEP = 0.18; // seconds each

let speaker = null;
addEventListener("pointerdown", () => speaker?.resume(), { capture: true });

/** Play tones; `slower` makes each last so many times as long, to be heard through a hall. */
export function ring(tones = ALARM, slower = 1) {
  speaker ??= new AudioContext();
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

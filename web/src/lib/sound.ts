// Three quiet sounds, made on the spot: a piece laid down, your turn, the end of a game.

let context: AudioContext | undefined;

function tone(frequency: number, at: number, length: number, loud: number, wave: OscillatorType) {
  context ??= new AudioContext();
  const start = context.currentTime + at;
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = wave;
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}

export function tap(): void {
  tone(196, 0, 0.12, 0.12, 'triangle');
  tone(392, 0, 0.06, 0.04, 'sine');
}

export function chime(): void {
  tone(659, 0, 0.5, 0.06, 'sine');
  tone(988, 0.12, 0.7, 0.05, 'sine');
}

export function fanfare(): void {
  [523, 659, 784, 1047].forEach((frequency, step) =>
    tone(frequency, step * 0.14, 0.8, 0.05, 'sine'),
  );
}

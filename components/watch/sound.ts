/** Two short tones, made on the spot. A browser that had no click yet stays silent; so do we. */
const TONES = [
  { hertz: 660, atSeconds: 0 },
  { hertz: 880, atSeconds: 0.16 },
] as const
const LENGTH_SECONDS = 0.14
const LOUDNESS = 0.12

let context: AudioContext | null = null

export function playTones(): void {
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  const { currentTime, destination } = context
  for (const { hertz, atSeconds } of TONES) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const begin = currentTime + atSeconds
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(LOUDNESS, begin)
    volume.gain.linearRampToValueAtTime(0, begin + LENGTH_SECONDS)
    tone.connect(volume).connect(destination)
    tone.start(begin)
    tone.stop(begin + LENGTH_SECONDS)
  }
}

/** Two short tones. A browser blocks them until the first click on the page. */
const TONES = [
  { hertz: 660, atSeconds: 0 },
  { hertz: 880, atSeconds: 0.16 },
] as const
const LENGTH_SECONDS = 0.14
const GAIN = 0.12
/** A browser that allows sound resumes at once. One that blocks it never answers. */
const RESUME_TIMEOUT_MS = 500

let context: AudioContext | null = null

/** False if the browser blocks sound until the user clicks on the page. */
export async function playTones(): Promise<boolean> {
  const audio = await runningContext()
  if (audio === null) return false
  const { currentTime, destination } = audio
  for (const { hertz, atSeconds } of TONES) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const begin = currentTime + atSeconds
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(GAIN, begin)
    volume.gain.linearRampToValueAtTime(0, begin + LENGTH_SECONDS)
    tone.connect(volume).connect(destination)
    tone.start(begin)
    tone.stop(begin + LENGTH_SECONDS)
  }
  return true
}

/** Whether a tone would be audible now. A page that loaded by itself may need a click first. */
export const canPlaySound = async (): Promise<boolean> => (await runningContext()) !== null

async function runningContext(): Promise<AudioContext | null> {
  if (!('AudioContext' in window)) return null
  context ??= new AudioContext()
  if (context.state !== 'running') {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, RESUME_TIMEOUT_MS))
    // Rejecting and never answering mean the same, so only the state afterwards counts.
    await Promise.race([context.resume().catch(() => undefined), timeout])
  }
  return context.state === 'running' ? context : null
}

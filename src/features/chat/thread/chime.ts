let context: AudioContext | undefined

/**
 * Plays two short soft notes. Browsers allow no sound before the user has interacted with the page.
 */
export function chime(volume: number): void {
  if (navigator.userActivation?.hasBeenActive === false) return
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => {})
    for (const [note, delay] of [
      [660, 0],
      [880, 0.12],
    ] as const) {
      play(context, note, context.currentTime + delay, volume)
    }
  } catch {
    // There is no audio device.
  }
}

/** @param at seconds on the clock of the context. @param volume a number from 0 to 1. */
function play(output: AudioContext, hertz: number, at: number, volume: number): void {
  const tone = output.createOscillator()
  const gain = output.createGain()
  tone.frequency.value = hertz
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(0.25 * volume, at + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.3)
  tone.connect(gain).connect(output.destination)
  tone.start(at)
  tone.stop(at + 0.32)
}

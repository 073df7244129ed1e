import { createState, storage } from '@lamplight/console-kit'

const KEY = 'alarmMuted'
/** True if the user muted the sounds of alarms. Remembered in this browser. */
export const muted = createState<boolean>(storage.read(KEY) === true)
export const setMuted = (value: boolean): void => {
  storage.write(KEY, value)
  muted.set(value)
}

/** Tones of a sound: frequency (Hz), begin and length (s). */
type Tones = readonly (readonly [hertz: number, at: number, seconds: number])[]
const SOUNDS = {
  alarm: [
    [660, 0, 0.16],
    [880, 0.2, 0.22],
  ],
  sos: [
    [880, 0, 0.18],
    [880, 0.26, 0.18],
    [880, 0.52, 0.18],
    [1175, 0.8, 0.5],
  ],
} as const satisfies Readonly<Record<string, Tones>>
const LOUDNESS = 0.18

let context: AudioContext | undefined
/** Plays a sound unless it is muted. A browser that allows no sound before the first click stays silent. */
export const play = (name: keyof typeof SOUNDS): void => {
  if (muted.get() || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const audio = context
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
  for (const [hertz, at, seconds] of SOUNDS[name]) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()]
    const from = audio.currentTime + at
    tone.frequency.value = hertz
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.02)
    gain.gain.linearRampToValueAtTime(0, from + seconds)
    tone.connect(gain).connect(audio.destination)
    tone.start(from)
    tone.stop(from + seconds)
  }
}

import { Icon, useStateOf, useT } from '@lamplight/console-kit'
import { N } from './notices.messages.ts'
import { muted, setMuted } from './sound.ts'

/** Turns the sounds of alarms on and off. */
export const SoundButton = () => {
  const t = useT()
  const isMuted = useStateOf(muted)
  return (
    <button
      type="button"
      className="ll-button ll-al-sound"
      aria-pressed={!isMuted}
      title={t(isMuted ? N.unmute : N.mute)}
      onClick={() => setMuted(!isMuted)}
    >
      <Icon name="speaker" size={16} />
      {t(N.sound)} {t(isMuted ? N.soundOff : N.soundOn)}
    </button>
  )
}

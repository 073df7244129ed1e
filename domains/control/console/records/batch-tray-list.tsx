import { Link, useT } from '@lamplight/console-kit'
import { M } from './batch.messages.ts'
import { BatchLink, RECORDS } from './batch-link.tsx'
import { RungBar } from './rung-bar.tsx'
import type { Batch } from './use-batch.ts'

interface Props {
  readonly label: string
  readonly batches: readonly Batch[]
  readonly onClose: () => void
}
/** The running commands with their progress; a separate chunk that the first screen does not wait for. */
export const BatchTrayList = ({ label, batches, onClose }: Props) => {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a link that is followed closes the panel
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link clicks it
    <div onClick={(event) => (event.target as HTMLElement).closest('a') && onClose()}>
      <p className="ll-tray__head">{label}</p>
      {batches.length === 0 && <p className="ll-tray__none">{t(M.trayAbout)}</p>}
      <ul>
        {batches.map((one) => (
          <li key={one.id}>
            <BatchLink batch={one}>
              <RungBar counts={one} />
            </BatchLink>
          </li>
        ))}
      </ul>
      <Link to={RECORDS} className="ll-tray__all">
        {t(M.allRecords)}
      </Link>
    </div>
  )
}

import { useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import { recordHref, useLatestCommands } from '@lamplight/control/console'
import { M } from './map.messages.ts'

/** The latest commands to a device with their results, newest first. */
export const LastCommands = ({ deviceId }: { readonly deviceId: string }) => {
  const t = useT()
  const { data = [] } = useLatestCommands(deviceId)
  return (
    <div className="ll-city-commands">
      <span className="ll-city-label">{t(M.lastCommands)}</span>
      {data.length === 0 && <p className="ll-city-note">{t(M.noCommands)}</p>}
      <ul>
        {data.map((row) => (
          <li key={row.batchId}>
            <Link to={recordHref(row.batchId)} className="ll-city-link">
              {row.text}
            </Link>
            <small>{row.at.slice(5, 16)}</small>
            <span>{row.result}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

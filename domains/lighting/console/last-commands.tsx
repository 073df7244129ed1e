import { api, navigate, useT } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { M } from './map.messages.ts'

interface CommandRow {
  readonly batchId: string
  readonly text: string
  readonly at: string
  readonly result: string
}

/** The latest commands to a device and how each ended, newest first. */
export const LastCommands = ({ deviceId }: { readonly deviceId: string }) => {
  const t = useT()
  const { data = [] } = useQuery({
    queryKey: ['last-commands', deviceId],
    queryFn: () => api.get<CommandRow[]>('/api/blade-city/commandrecord/ofDevice', { deviceId }),
    refetchInterval: 5000,
  })
  return (
    <div className="ll-city-commands">
      <span className="ll-city-label">{t(M.lastCommands)}</span>
      {data.length === 0 && <p className="ll-city-note">{t(M.noCommands)}</p>}
      <ul>
        {data.map((row) => (
          <li key={row.batchId}>
            <button
              type="button"
              className="ll-city-link"
              onClick={() => navigate('/city/commandRecord/index/details', { id: row.batchId })}
            >
              {row.text}
            </button>
            <small>{row.at.slice(5, 16)}</small>
            <span>{row.result}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

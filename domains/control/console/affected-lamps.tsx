import { useQuery } from '@tanstack/react-query'
import { type CommandBody, previewOf } from './commands.ts'
import './command.css'
import { Affected } from './affected.tsx'

/** What a command to lamps affects: lamps, gateways, power before and after, streets, lamps that are offline, and the strategies that it overrides. */
export const AffectedLamps = ({ order }: { readonly order: CommandBody }) => {
  const { data, isError } = useQuery({
    queryKey: ['control.preview', order],
    queryFn: ({ signal }) => previewOf(order, { signal, quiet: true }),
    retry: false,
    placeholderData: undefined,
  })
  return (
    <div className="ll-command__affected">
      <Affected preview={data} isFailed={isError} />
    </div>
  )
}

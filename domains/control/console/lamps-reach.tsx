import { useQuery } from '@tanstack/react-query'
import { type CommandBody, previewOf } from './commands.ts'
import './command.css'
import { Reach } from './reach.tsx'

/** The reach of a command to lamps: lamps, gateways, power before and after, streets, lamps that are offline, and the strategies that it overrides. */
export const LampsReach = ({ order }: { readonly order: CommandBody }) => {
  const { data, isError } = useQuery({
    queryKey: ['control.preview', order],
    queryFn: ({ signal }) => previewOf(order, { signal, quiet: true }),
    retry: false,
    placeholderData: undefined,
  })
  return (
    <div className="ll-command__reach">
      <Reach preview={data} isFailed={isError} />
    </div>
  )
}

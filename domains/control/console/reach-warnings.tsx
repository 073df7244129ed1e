import { useFormat, useT } from '@lamplight/console-kit'
import type { Preview } from '../model/index.ts'
import './command.css'
import { C } from './command.messages.ts'

/** Lamps of a command that will not answer at once: their gateway is offline, or they have none. */
export const ReachWarnings = ({ preview }: { readonly preview: Pick<Preview, 'offlineLamps' | 'noGatewayLamps'> }) => {
  const t = useT()
  const format = useFormat()
  const { offlineLamps, noGatewayLamps } = preview
  return (
    <>
      {offlineLamps > 0 && <p className="ll-command__warn">{t(C.offline, { n: format.number(offlineLamps) })}</p>}
      {noGatewayLamps > 0 && <p className="ll-command__warn">{t(C.noGateway, { n: format.number(noGatewayLamps) })}</p>}
    </>
  )
}

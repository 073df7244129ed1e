import { useFormat, useT } from '@lamplight/console-kit'
import type { Preview } from '../model/index.ts'
import { countWords, isOfDevices } from './batch-words.ts'
import './command.css'
import { AffectedNames } from './affected-names.tsx'
import { AffectedWarnings } from './affected-warnings.tsx'
import { C } from './command.messages.ts'

const Known = ({ preview, deviceType }: { readonly preview: Preview; readonly deviceType: number | null }) => {
  const t = useT()
  const format = useFormat()
  const { lamps, gateways, expectedKwBefore: before, expectedKwAfter: after } = preview
  const power = (kw: number, beside: number): string => format.power(kw * 1000, beside * 1000)
  if (lamps === 0) return <p className="ll-command__warn">{t(isOfDevices({ deviceType }) ? C.noDevices : C.nobody)}</p>
  const count = countWords(lamps, { deviceType }, t)
  return (
    <>
      <dl className="ll-facts">
        <div>
          <dt>{t(C.touches)}</dt>
          <dd>{t(C.affected, { count, gateways: format.number(gateways) })}</dd>
        </div>
        {before !== null && after !== null && (
          <div>
            <dt>{t(C.power)}</dt>
            <dd>{t(C.powerStep, { before: power(before, after), after: power(after, before) })}</dd>
          </div>
        )}
      </dl>
      <AffectedWarnings preview={preview} deviceType={deviceType} />
      <AffectedNames
        streets={preview.streets}
        offline={preview.offlineLamps}
        firstStreets={preview.firstStreets}
        firstOffline={preview.firstOffline}
      />
    </>
  )
}

/** Number of targets of a command, or a note while they are counted. */
export const Affected = ({
  preview,
  isFailed,
  deviceType = null,
}: {
  readonly preview: Preview | undefined
  readonly isFailed: boolean
  /** Code of the device type; null for lamps. */
  readonly deviceType?: number | null
}) => {
  const t = useT()
  if (preview) return <Known preview={preview} deviceType={deviceType} />
  return <p className="ll-command__note">{t(isFailed ? C.uncounted : C.counting)}</p>
}

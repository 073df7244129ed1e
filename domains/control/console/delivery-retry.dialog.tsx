import { notify, useFormat, useT } from '@lamplight/console-kit'
import { FieldsDialog } from '@lamplight/console-kit/form'
import type { Fields, Text } from '@lamplight/kit'

const NONE: Fields = {}
const W = {
  title: ['重新下发“{name}”', 'Send “{name}” again'],
  ok: ['下发到 {n} 台设备', 'Send again ({n})'],
  text: [
    '向失败的设备重新下发。已改为其他值的设备除外。',
    'Sends to the failed devices again, except those that have been given another value since.',
  ],
  sent: ['已重新下发', 'Sent again'],
} as const satisfies Readonly<Record<string, Text>>

/** Dialog that confirms sending its value again to all failed devices of a delivery. */
export const RetryDelivery = ({
  rows: [row],
  submit,
  close,
}: {
  readonly rows: readonly object[]
  readonly submit: (input: Record<string, never>) => Promise<unknown>
  readonly close: () => void
}) => {
  const t = useT()
  const format = useFormat()
  if (!row) return null
  const { name, failed } = row as { readonly name: string; readonly failed: number | null }
  return (
    <FieldsDialog
      title={t(W.title, { name })}
      fields={NONE}
      focus
      button={t(W.ok, { n: format.number(failed ?? 0) })}
      onSend={async () => {
        await submit({})
        notify.success(W.sent)
        close()
      }}
      onClose={close}
    >
      <p>{t(W.text)}</p>
    </FieldsDialog>
  )
}

import { GroupSendDialog } from '@lamplight/control/console'
import { bundled, bundleIn } from './bundle-input.tsx'

/** Sends a bundle to a group; the dialog names the affected devices and the waves of its dangerous families. */
export const BundleSend = ({
  rows,
  submit,
  close,
}: {
  readonly rows: readonly { readonly name: string; readonly params: string }[]
  readonly submit: (input: { groupId: string }) => Promise<unknown>
  readonly close: () => void
}) => {
  const [row] = rows
  const bundle = bundleIn(row?.params)
  return <GroupSendDialog name={row?.name ?? ''} families={bundled.filter(({ name }) => name in bundle)} submit={submit} close={close} />
}

import { notify, Qr, useT } from '@lamplight/console-kit'
import type { ColumnGiven } from '@lamplight/console-kit/resource'
import type { Row } from '@lamplight/kit'
import { INVITE, type invite } from '../model/invite.resource.ts'
import { I } from './info.messages.ts'
import { Address } from './info-invite.tsx'
import './people.css'

const addressOf = (code: string): string => `${window.location.origin}/invite_link?${new URLSearchParams({ s: code })}`

/** The short code of an invitation, with its link to copy while it is good. */
export const InviteCode = ({ value, row }: ColumnGiven<typeof invite, 'shortCode'>) => {
  const t = useT()
  if (!value) return '—'
  const copy = (): void => {
    navigator.clipboard.writeText(addressOf(value)).then(
      () => notify.success(t(I.copied)),
      () => notify.warning(addressOf(value)),
    )
  }
  return (
    <>
      {value}{' '}
      {row.status === INVITE.valid && (
        <button type="button" className="ll-r-link" onClick={copy}>
          {t(I.copyLink)}
        </button>
      )}
    </>
  )
}

/** On the page of an invitation: its link and QR code while it is good. */
export const InviteAddress = ({ row }: { readonly row: Row<typeof invite> }) => {
  const t = useT()
  if (!row.shortCode || row.status !== INVITE.valid) return null
  const url = addressOf(row.shortCode)
  return (
    <div className="ll-people__form">
      <Address url={url} label={I.inviteUrl} />
      <Qr text={url} label={t(I.qr)} />
    </div>
  )
}

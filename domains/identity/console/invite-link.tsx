import { notify, Popover, Qr, useT } from '@lamplight/console-kit'
import type { ColumnProps, FieldInputProps } from '@lamplight/console-kit/resource'
import { INVITE, type invite, MODULE_WORDS, MODULES } from '../model/invite.resource.ts'
import { I } from './info.messages.ts'
import { useModules } from './use-linkage.ts'
import './people.css'

const pathOf = (code: string): string => `/invite_link?${new URLSearchParams({ s: code })}`
const addressOf = (code: string): string => `${window.location.origin}${pathOf(code)}`

/** The link of a valid invitation, with buttons to open it, to copy it and to show its QR code. */
export const InviteLink = ({ row }: ColumnProps<typeof invite, 'identification'>) => {
  const t = useT()
  const code = row.shortCode
  if (!code || row.status !== INVITE.valid) return <span className="ll-f-none">—</span>
  const url = addressOf(code)
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(
      () => notify.success(I.copied),
      () => notify.warning(url),
    )
  }
  return (
    <span className="ll-people__link">
      <a href={url} target="_blank" rel="noreferrer">
        {pathOf(code)}
      </a>
      <button type="button" className="ll-r-link" onClick={copy}>
        {t(I.copy)}
      </button>
      <Popover label={t(I.qr)} named trigger={t(I.qr)} align="end" className="ll-r-link" panelClass="ll-people__qr">
        {() => (
          <>
            <Qr text={url} label={t(I.qr)} file={`invitation-${code}.png`} />
            <p>{url}</p>
          </>
        )}
      </Popover>
    </span>
  )
}

/** The name of a business module; an unknown module is shown by its code. */
export const InviteModule = ({ value }: ColumnProps<typeof invite, 'inviteModule'>) => {
  const t = useT()
  const known = MODULES.find((name) => name === value)
  return known ? t(MODULE_WORDS[known]) : (value ?? '—')
}

/** Input with the modules of the inviter. Without a selection the server takes the first one. */
export const InviteModuleInput = ({ id, value, onChange, invalid }: FieldInputProps<typeof invite, 'inviteModule'>) => {
  const t = useT()
  const { data: modules = [] } = useModules()
  const offered = [...new Set([...modules, ...MODULES.filter((name) => name === value)])]
  return (
    <select
      id={id}
      className="ll-f-input"
      aria-invalid={invalid || undefined}
      value={value ?? offered[0] ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      {offered.map((name) => (
        <option key={name} value={name}>
          {t(MODULE_WORDS[name])}
        </option>
      ))}
    </select>
  )
}

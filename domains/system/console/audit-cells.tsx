import { StateMark, useT } from '@lamplight/console-kit'
import { actionText } from './audit-words.ts'

/** The action in words; its code, by which it is found, as the tooltip. */
export const AuditAction = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  const text = actionText(value ?? '')
  if (!text) return value
  return <span title={value ?? ''}>{t(text)}</span>
}

export const AuditResult = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  return value === 'ok' ? <StateMark tone="success" text={t(['成功', 'Success'])} /> : value || '—'
}

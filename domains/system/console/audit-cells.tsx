import { StateMark, useT } from '@lamplight/console-kit'
import { actionText } from './audit-words.ts'

/** The action in words; its code is in the hint, and where there are no words. */
export const AuditAction = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  const text = actionText(value ?? '')
  return text ? <span title={value ?? ''}>{t(text)}</span> : value
}

const SHARE = /^(\d+)\/(\d+)$/

export const AuditResult = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  if (value === 'ok') return <StateMark tone="success" text={t(['成功', 'Success'])} />
  if (value === 'queued') return t(['已排队', 'Queued'])
  const [, n, total] = SHARE.exec(value ?? '') ?? []
  return n && total ? t(['{n} / {total} 成功', '{n} / {total} succeeded'], { n, total }) : value || '—'
}

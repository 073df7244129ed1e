import { StateMark, useT } from '@lamplight/console-kit'
import { deedText } from './audit-words.ts'

/** The deed in words, and the code by which it is found. */
export const AuditDeed = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  const text = deedText(value ?? '')
  if (!text) return value
  return (
    <>
      {t(text)} <small className="ll-f-unit">{value}</small>
    </>
  )
}

export const AuditResult = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  return value === 'ok' ? <StateMark tone="success" text={t(['成功', 'Done'])} /> : value || '—'
}

import { StateMark, useT } from '@lamplight/console-kit'
import { resultWordsOf } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { resultOf, sliceOf } from './audit-results.ts'
import { actionText } from './audit-words.ts'

/** The action as text; the tooltip shows its code, as does the cell if the code has no text. */
export const AuditAction = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  const text = actionText(value ?? '')
  return text ? <span title={value ?? ''}>{t(text)}</span> : value
}

/** The result as text; the tooltip shows the code. */
export const AuditResult = ({ value, row }: { readonly value: string | null; readonly row: { readonly what?: string | null } }) => {
  const t = useT()
  const slice = sliceOf(row.what)
  const { data } = useQuery({
    queryKey: ['audit', 'results', slice],
    queryFn: () => resultWordsOf(slice)?.() ?? {},
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { tone, text } = resultOf(value ?? '', data)
  return (
    <span title={value || undefined}>
      <StateMark tone={tone} text={t(text)} />
    </span>
  )
}

import { Link, navigate, useT } from '@lamplight/console-kit'
import { detailHref, invalidate, knownResource } from '@lamplight/console-kit/resource'
import type { Row } from '@lamplight/kit'
import { useEffect, useRef } from 'react'
import { STATUS } from '../model/proof.ts'
import { CORRECTION } from '../model/record.lifecycle.ts'
import { PROOF_TEXTS, record, TEST } from '../model/record.resource.ts'
import './diagnosis.css'
import { M } from './diagnosis.messages.ts'

const REFRESH_MS = 3000
/** The form of the lamp whose inventory is to be corrected. */
const formOf = (lampId: string): string => {
  const lamp = knownResource('lighting.lamp')
  return lamp ? `${detailHref(lamp, lampId)}&edit=${lampId}` : ''
}

/** Above the tabs of a record: what it says, the state of its test, and after a dismissal the correction of the inventory, which opens at once. */
export const RecordTop = ({ row }: { readonly row: Row<typeof record> }) => {
  const t = useT()
  const isTesting = row.testState === TEST.running
  const asks = row.status === STATUS.dismissed && row.correction === CORRECTION.asked
  const before = useRef(row.status)
  useEffect(() => {
    const wasOpen = before.current !== STATUS.dismissed
    before.current = row.status
    if (asks && wasOpen && row.lampId) navigate(formOf(row.lampId))
  }, [asks, row.status, row.lampId])
  useEffect(() => {
    if (!isTesting) return
    const timer = setInterval(() => void invalidate(record.name), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isTesting])
  return (
    <div className="ll-diagnosis-top">
      <p>{t([row.evidence ?? '', row.evidenceEn || row.evidence || ''])}</p>
      <p className="ll-diagnosis-note">
        {t(M.proof)}: {t(PROOF_TEXTS[(row.proof ?? 0) as keyof typeof PROOF_TEXTS])} · {t(M.nights)}: {row.nights} · {row.firstDay} –{' '}
        {row.lastDay}
      </p>
      {isTesting && <p role="status">{t(M.testing)}</p>}
      {row.testResult && (
        <p>
          {t(M.tested)}: {t([row.testResult, row.testResultEn || row.testResult])}
        </p>
      )}
      {asks && (
        <p>
          {t(M.asked)} {row.lampId && <Link to={formOf(row.lampId)}>{t(M.correct)}</Link>}
        </p>
      )}
    </div>
  )
}

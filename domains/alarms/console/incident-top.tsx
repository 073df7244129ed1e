import { Link, StateMark, useFormat, useT } from '@lamplight/console-kit'
import type { Row } from '@lamplight/kit'
import { CAUSE, CONFIRMS, causeText, EVIDENCE, EVIDENCES, type EvidenceCode } from '../model/causes.ts'
import { INCIDENT, type incident } from '../model/incident.resource.ts'
import './alarms.css'
import { M } from './alarms.messages.ts'

type Incident = Row<typeof incident>
const MAP = '/city/map/index'

/** The lamps of an incident on the map: those of its loop, its box, its gateway or its area. */
const mapOf = ({ nodeKey, loopId, switchboxId, gatewayId, areaId }: Incident): string | null => {
  if (nodeKey?.startsWith(`${CAUSE.loop}:`) && loopId) return `${MAP}?loop=${loopId}`
  if (switchboxId) return `${MAP}?switchbox=${switchboxId}`
  if (gatewayId) return `${MAP}?gateway=${gatewayId}`
  return areaId ? `${MAP}?area=${areaId}` : null
}

const Evidence = ({ codes }: { readonly codes: readonly EvidenceCode[] }) => {
  const t = useT()
  if (codes.length === 0) return <p>{t(M.noEvidence)}</p>
  return (
    <ul>
      {codes.map((code) => (
        <li key={code}>
          <StateMark tone={EVIDENCE[code] > 0 ? 'success' : 'neutral'} text={t(EVIDENCE[code] > 0 ? M.speaksFor : M.speaksAgainst)} />
          {t(EVIDENCES[code])}
        </li>
      ))}
    </ul>
  )
}

/** Part of the page of an incident: what the platform believes and why, what else it could be, what would confirm it, and where its lamps are. */
export const IncidentTop = ({ row }: { readonly row: Incident }) => {
  const t = useT()
  const { number } = useFormat()
  const { cause, name, confidence, rivalCause, rivalName, rivalConfidence, evidence, lost, total, mostLost, state, restoringSince } = row
  const codes = (evidence ?? '').split(',').filter((code): code is EvidenceCode => code in EVIDENCE)
  const map = mapOf(row)
  return (
    <section className="ll-al-incident" aria-label={t(M.summary)}>
      <h2>{t(M.belief, { cause: cause ? t(causeText(cause)) : '', name: name ?? '', n: confidence ?? 0 })}</h2>
      <p>
        {rivalCause && rivalConfidence
          ? t(M.rival, { cause: t(causeText(rivalCause)), name: rivalName ?? '', n: rivalConfidence })
          : t(M.noRival)}
      </p>
      <p>
        {t(M.devices, { lost: number(lost ?? 0), total: number(total ?? 0) })}
        {mostLost && mostLost > (lost ?? 0) ? ` · ${t(M.most, { n: number(mostLost) })}` : ''}
      </p>
      <meter min={0} max={total ?? 1} value={lost ?? 0} aria-label={t(M.devices, { lost: lost ?? 0, total: total ?? 0 })} />
      {state === INCIDENT.open && restoringSince && <p>{t(M.restoring)}</p>}
      <h3>{t(M.evidence)}</h3>
      <Evidence codes={codes} />
      {cause && CONFIRMS[cause] && (
        <>
          <h3>{t(M.confirms)}</h3>
          <p>{t(CONFIRMS[cause])}</p>
        </>
      )}
      <div className="ll-al-incident__buttons">
        {map && (
          <Link to={map} className="ll-button">
            {t(M.onMap)}
          </Link>
        )}
        <Link to={`/city/alarmCenter/alarm/index?incidentId=${row.id}`} className="ll-button">
          {t(M.itsAlarms)}
        </Link>
      </div>
    </section>
  )
}

import { type AnswerOf, api, Dialog, Skeleton, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { LoadError } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { offlineDiagnose } from '../../server/register/register-manage.handler.ts'
import './diagnosis.css'
import { D } from '../register/maintenance.messages.ts'

type Diagnosis = AnswerOf<typeof offlineDiagnose>[number]
type Step = Diagnosis['steps'][number]
/** The value of `result` of a step. */
type Result = 'good' | 'cause' | 'unknown' | 'skipped'
const RESULTS: Readonly<Record<Result, readonly [tone: 'good' | 'bad' | 'neutral', text: Text]>> = {
  good: ['good', D.good],
  cause: ['bad', D.cause],
  unknown: ['neutral', D.unknown],
  skipped: ['neutral', D.skipped],
}

/** The checks of a diagnosis in their order. The first check that fails is the cause. */
const Tree = ({ steps }: { readonly steps: readonly Step[] }) => {
  const t = useT()
  return (
    <ol className="ll-diagnosis-tree">
      {steps.map(({ key, label, result, evidence }) => (
        <li key={key} data-result={result}>
          <span>{label}</span>
          <StateMark tone={RESULTS[result as Result][0]}>{t(RESULTS[result as Result][1])}</StateMark>
          <span className="ll-diagnosis-evidence">{result === 'skipped' ? '' : evidence}</span>
        </li>
      ))}
    </ol>
  )
}

interface ReadDevice {
  /** State of the read: 0 and 1 while it runs. */
  readonly state: number
  readonly sn: string
  readonly statusName: string
  readonly reason: string
}
const RUNNING = 1
const EVERY_MS = 3000

/** The read that ends a diagnosis, followed until it has ended: whether the device answered. */
const FinalRead = ({ recordId, sn }: { readonly recordId: string; readonly sn: string }) => {
  const t = useT()
  const may = usePermission('commandrecord_view')
  const { data } = useQuery({
    queryKey: ['devices.diagnosis', 'read', recordId, sn],
    enabled: may,
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly ReadDevice[] }>(
        'blade-city/commandrecord/executeStatus',
        { commandRecordId: recordId, sn },
        { signal, quiet: true },
      ),
    refetchInterval: ({ state: { data: now } }) => ((now?.records.find((one) => one.sn === sn)?.state ?? 0) > RUNNING ? false : EVERY_MS),
  })
  const read = data?.records.find((one) => one.sn === sn)
  if (!read) return <p className="ll-devices-note">{t(D.readSent)}</p>
  const isRunning = read.state <= RUNNING
  return (
    <p className="ll-devices-note" role="status">
      {t(isRunning ? D.reading : D.readEnded, { result: [read.statusName, read.reason].filter(Boolean).join(t(['：', ': '])) })}
    </p>
  )
}

/** Dialog that shows why each device is offline: the cause, the advice, and the checks with their evidence. */
export const DiagnosisDialog = ({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) => {
  const t = useT()
  const { number } = useFormat()
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: ['devices.diagnosis', ids],
    queryFn: ({ signal }) =>
      api.post<typeof offlineDiagnose>('blade-device/deviceManage/offlineDiagnose', { body: { ids }, signal, quiet: true }),
    staleTime: 0,
  })
  return (
    <Dialog
      title={t(D.diagnoseTitle, { n: number(ids.length) })}
      className="ll-diagnosis"
      onClose={onClose}
      footer={
        <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
          {t(D.close)}
        </button>
      }
    >
      {error ? <LoadError error={error} at={errorUpdatedAt} onRetry={() => void refetch()} /> : null}
      {!data && !error && <Skeleton rows={6} />}
      {data?.map(({ id, sn, cause, causeName, advice, commandRecordId, steps }) => (
        <details key={id} open={data.length <= 3}>
          <summary>
            <strong>{sn}</strong>
            <StateMark tone={cause === 'online' ? 'good' : 'bad'}>{causeName}</StateMark>
          </summary>
          <p className="ll-devices-note">{t([`建议：${advice}`, `Advice: ${advice}`])}</p>
          <Tree steps={steps} />
          {commandRecordId && <FinalRead recordId={commandRecordId} sn={sn} />}
        </details>
      ))}
    </Dialog>
  )
}

import { Empty, Icon, isApiError, PageHeader, Skeleton, useFormat, useT, useTab } from '@lamplight/console-kit'
import { FieldsHost, LoadError } from '@lamplight/console-kit/resource'
import { FORMAT_LABELS } from '@lamplight/inventory/model'
import type { ReactNode } from 'react'
import type { ImportKind } from '../../model/import.ts'
import './import.css'
import { M, TITLES } from './import.messages.ts'
import { ImportCheck } from './import-check.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportHome } from './import-home.tsx'
import { ImportMark, Steps } from './import-parts.tsx'
import { ImportResult, ImportWork } from './import-result.tsx'
import { type ImportDetail, ImportKindContext, isMoving, useImport, useImportKind } from './use-import-session.ts'

const BackLink = () => {
  const t = useT()
  const tab = useTab()
  return (
    <button type="button" className="ll-button" onClick={() => tab.setQuery({ uploadId: null, step: null }, { replace: false })}>
      <Icon name="arrowLeft" size={16} />
      {t(M.back)}
    </button>
  )
}

const stepOf = (detail: ImportDetail, wanted: string | undefined): number => {
  if (detail.phase === 'draft') return wanted === 'check' && detail.preview ? 2 : 1
  return isMoving(detail) ? 3 : 4
}

const bodyOf = (detail: ImportDetail, step: number): ReactNode => {
  if (step === 1) return <ImportColumns key={detail.uploadId} detail={detail} />
  if (step === 2) return <ImportCheck detail={detail} />
  return step === 3 ? <ImportWork detail={detail} /> : <ImportResult detail={detail} />
}

/** One import, from its columns to its end; the address contains its upload id. */
const ImportOne = ({ uploadId }: { readonly uploadId: string }) => {
  const t = useT()
  const { bytes, number } = useFormat()
  const tab = useTab()
  const { kind } = useImportKind()
  const { data, error, isPending, refetch } = useImport(uploadId)
  if (isPending && !error) return <Skeleton kind="page" rows={12} />
  if (!data)
    return isApiError(error) && error.code === 400 ? (
      <Empty text={`${t(M.lost)}. ${t(M.lostWhy)}`}>
        <BackLink />
      </Empty>
    ) : (
      <LoadError error={error} at={0} onRetry={() => void refetch()} />
    )
  const step = stepOf(data, tab.query.step)
  const { inspection } = data
  const about = [
    inspection && t(FORMAT_LABELS[inspection.format]),
    bytes(data.size),
    inspection && t(inspection.rows.exact ? M.rowsExact : M.rows, { n: number(inspection.rows.count) }),
  ].filter(Boolean)
  return (
    <div className="ll-im">
      <PageHeader
        title={
          <>
            {t(TITLES[kind])} · <span className="ll-im-file">{data.fileName}</span> <ImportMark record={data} />
          </>
        }
        about={about.join(' · ')}
      >
        <BackLink />
      </PageHeader>
      <Steps at={step} />
      {bodyOf(data, step)}
    </div>
  )
}

const ImportPage = ({ kind }: { readonly kind: ImportKind }) => {
  const tab = useTab()
  const { uploadId } = tab.query
  return (
    <ImportKindContext value={kind}>
      <FieldsHost>{uploadId ? <ImportOne key={uploadId} uploadId={uploadId} /> : <ImportHome />}</FieldsHost>
    </ImportKindContext>
  )
}

export const LampImportPage = () => <ImportPage kind="lamp" />
export const ControllerImportPage = () => <ImportPage kind="controller" />
export const InstallPage = () => <ImportPage kind="install" />

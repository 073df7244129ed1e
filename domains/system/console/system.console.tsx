import { definePage, Icon, menuPage } from '@lamplight/console-kit'
import { loadConsoles, onConsole, withPlain } from '@lamplight/console-kit/resource'
import { lazy } from 'react'
import { system } from '../domain.ts'
import { attach } from '../model/attach.resource.ts'
import { audit } from '../model/audit.resource.ts'
import { backup } from '../model/backup.resource.ts'
import { code } from '../model/code.resource.ts'
import { datasource } from '../model/datasource.resource.ts'
import { dict, dictBiz } from '../model/dict.resource.ts'
import { logApi, logClient, logError, logUsual } from '../model/log.resource.ts'
import { BUTTON, menu } from '../model/menu.resource.ts'
import { notice } from '../model/notice.resource.ts'
import { oss } from '../model/oss.resource.ts'
import { param } from '../model/param.resource.ts'
import { plain } from '../model/plain.ts'
import { sms } from '../model/sms.resource.ts'
import { circleEntry } from '../model/system-menu.resource.ts'
import { topMenu } from '../model/top-menu.resource.ts'
import { AttachName, AttachSize } from './attach-cells.tsx'
import { AttachUpload } from './attach-upload.tsx'
import { BackupProgress, BackupReason, BackupSize, BackupTime } from './backup-cells.tsx'
import { NOTICES_PATH } from './bell.tsx'
import { ArrangeButton, TopMenuGrant } from './menus/menu-buttons.tsx'
import { ParamName, ParamValue } from './param-cells.tsx'
import './system.css'
import { jobsEntry, topMenuGrant } from '../model/pages.ts'

/** Loads the consoles of all slices, because entries of the audit log refer to resources of all of them. */
const withConsoles = async <Part,>(part: Promise<Part>): Promise<{ default: Part }> => {
  const [loaded] = await Promise.all([part, loadConsoles()])
  return { default: loaded }
}
const AuditAction = lazy(() => withConsoles(import('./audit/audit-parts.ts').then((module) => module.AuditAction)))
const AuditResult = lazy(() => withConsoles(import('./audit/audit-parts.ts').then((module) => module.AuditResult)))
const AuditTarget = lazy(() => withConsoles(import('./audit/audit-parts.ts').then((module) => module.AuditTarget)))
const AuditLine = lazy(() => withConsoles(import('./audit/audit-parts.ts').then((module) => module.AuditLine)))
const AuditDiff = lazy(() => withConsoles(import('./audit/audit-parts.ts').then((module) => module.AuditDiff)))
const IconInput = lazy(async () => ({ default: (await import('./menus/icon-input.tsx')).IconInput }))
const NoticeBody = lazy(async () => ({ default: (await import('./notice-body.tsx')).NoticeBody }))
const ParamInput = lazy(async () => ({ default: (await import('./param-input.tsx')).ParamInput }))
const TableInput = lazy(async () => ({ default: (await import('./table-input.tsx')).TableInput }))
const DownloadDialog = lazy(() => import('./backup-download.dialog.tsx').then((module) => ({ default: module.DownloadDialog })))
const GenerateDialog = lazy(() => import('./generate.dialog.tsx').then((module) => ({ default: module.GenerateDialog })))
const SourceTestDialog = lazy(() => import('./source-test.dialog.tsx').then((module) => ({ default: module.SourceTestDialog })))
const LogLine = lazy(async () => ({ default: (await import('./audit/log-cells.tsx')).LogLine }))
const LogLevel = lazy(async () => ({ default: (await import('./audit/log-cells.tsx')).LogLevel }))
const LogValues = lazy(async () => ({ default: (await import('./audit/log-cells.tsx')).LogValues }))
const LogTitle = lazy(async () => ({ default: (await import('./audit/log-cells.tsx')).LogTitle }))
const NoticeEditor = lazy(() => import('./notice-editor.tsx').then((module) => ({ default: module.NoticeEditor })))

/** Page with a dictionary and its entries, one above the other or side by side. */
const dictPageOf = (resource: typeof dict | typeof dictBiz, layout: 'vertical' | 'horizontal') => async () =>
  (await import('./dict.page.tsx')).dictPage(resource, layout)

const IconCell = ({ value }: { readonly value: string | null }) => (
  <span className="ll-system-menu">
    {value && <Icon name={value} size={16} />}
    {value || '—'}
  </span>
)

/** The row of a dictionary itself has no key. */
const KeyCell = ({ value }: { readonly value: string | null }) =>
  value === null || value === '-1' ? <span className="ll-f-none">{'—'}</span> : value

export const systemConsole = withPlain(plain, {
  domain: system,
  pages: [
    definePage({
      path: NOTICES_PATH,
      label: ['我的通知', 'My notices'],
      load: async () => (await import('./notices.page.tsx')).NoticesPage,
    }),
    menuPage(jobsEntry, { load: async () => (await import('./jobs.page.tsx')).JobsPage }),
    menuPage(topMenuGrant, { load: async () => (await import('./menus/top-menu-grant.page.tsx')).TopMenuGrantPage }),
    definePage({
      path: '/dict-horizontal/index',
      label: ['字典管理(横向)', 'Dictionary (horizontal)'],
      permission: 'dict_view',
      load: dictPageOf(dict, 'horizontal'),
    }),
    definePage({
      path: '/dict-vertical/index',
      label: ['字典管理(纵向)', 'Dictionary (vertical)'],
      permission: 'dict_view',
      load: dictPageOf(dict, 'vertical'),
    }),
  ],
  resources: [
    onConsole(dict, { pages: { list: dictPageOf(dict, 'vertical') }, columns: { dictKey: KeyCell } }),
    onConsole(dictBiz, { pages: { list: dictPageOf(dictBiz, 'vertical') }, columns: { dictKey: KeyCell } }),
    onConsole(backup, {
      columns: { archiveSize: BackupSize, ms: BackupTime, progress: BackupProgress, reason: BackupReason },
      actions: { download: DownloadDialog },
    }),
    onConsole(oss, {}),
    onConsole(notice, { inputs: { content: NoticeEditor }, columns: { content: NoticeBody } }),
    onConsole(sms, {}),
    onConsole(attach, {
      columns: { originalName: AttachName, attachSize: AttachSize },
      slots: { toolbar: AttachUpload },
    }),
    onConsole(datasource, {
      columns: { url: ({ value }) => <code className="ll-system-code">{value}</code> },
      actions: { test: SourceTestDialog },
    }),
    onConsole(code, {
      columns: { tableName: ({ value }) => <code className="ll-system-code">{value}</code> },
      inputs: { tableName: TableInput },
      actions: { generate: GenerateDialog },
    }),
    onConsole(logUsual, { columns: { logLevel: LogLevel, logId: LogLine, logData: LogValues } }),
    onConsole(logApi, { columns: { title: LogTitle } }),
    onConsole(logError, {}),
    onConsole(logClient, {}),
    onConsole(audit, {
      columns: { what: AuditAction, target: AuditTarget, result: AuditResult, detail: AuditLine },
      slots: { detailTop: AuditDiff },
    }),
    onConsole(topMenu, {
      columns: { source: IconCell },
      inputs: { source: IconInput },
      slots: { toolbar: TopMenuGrant },
    }),
    onConsole(circleEntry, { columns: { source: IconCell }, inputs: { source: IconInput } }),
    onConsole(menu, {
      inputs: { source: IconInput },
      slots: { toolbar: ArrangeButton },
      columns: {
        name: ({ value, row }) => (
          <span className="ll-system-menu" data-button={row.category === BUTTON || undefined}>
            <Icon name={row.category === BUTTON ? 'dot' : (row.source ?? 'dot')} size={16} />
            {value}
          </span>
        ),
        source: IconCell,
        code: ({ value }) => <code className="ll-system-code">{value}</code>,
        path: ({ value }) => <code className="ll-system-code">{value}</code>,
      },
    }),
    onConsole(param, {
      inputs: { paramValue: ParamInput },
      columns: {
        paramName: ParamName,
        paramKey: ({ value }) => <code className="ll-system-code">{value}</code>,
        paramValue: ParamValue,
      },
    }),
  ],
})

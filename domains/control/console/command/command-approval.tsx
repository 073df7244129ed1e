import { isApiError, Link, useT } from '@lamplight/console-kit'
import type { Row } from '@lamplight/kit'
import type { approval } from '../../model/approval.resource.ts'
import { recordHref } from '../records/batch-link.tsx'
import './command.css'
import { SP } from './second-person.messages.ts'
import { SecondPersonNote } from './second-person.tsx'

export const APPROVALS = '/city/controlCenter/approvals'

/** True for the answer to a command that was stored as a request: a second person decides on it. */
export const isWaiting = (thrown: unknown): boolean => isApiError(thrown) && thrown.field === 'secondPerson'

/** Says from how many devices on a command needs a second person, and who may approve it. */
export const CommandApproval = (
  work: { readonly devices?: number | undefined; readonly needed?: boolean; readonly without?: string | null | undefined } = {},
) => <SecondPersonNote path="blade-city/controller/approval/second-person" param="command.approval.devices" {...work} />

/** The same above the list of requests. */
export const ApprovalsTop = () => <CommandApproval />

/** Part of the page of a request: who may decide on it, or its command record. */
export const ApprovalTop = ({ row }: { readonly row: Row<typeof approval> }) => {
  const t = useT()
  if (row.state === 0) return <CommandApproval needed without={row.requesterId} />
  return row.batchId ? (
    <p>
      <Link to={recordHref(row.batchId)}>{t(SP.record)}</Link>
    </p>
  ) : null
}

import { SecondPersonNote } from '@lamplight/control/console'

/** Says from how many devices on a publication needs a second person, and who may approve it. */
export const PublicationApproval = (
  work: { readonly devices?: number | undefined; readonly needed?: boolean; readonly without?: string | null | undefined } = {},
) => <SecondPersonNote path="blade-strategy/workstrategy/publication/second-person" param="strategy.approval.devices" {...work} />
/** The same above a list or a form, where no devices are chosen yet. */
export const ApprovalBefore = () => <PublicationApproval />

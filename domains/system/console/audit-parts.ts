/** What the audit log shows beside plain values, in one chunk that nobody loads who does not read it. */
export { AuditAction, AuditResult } from './audit-cells.tsx'
export { AuditDiff, AuditLine } from './audit-diff.tsx'
export { AuditTarget } from './audit-target.tsx'

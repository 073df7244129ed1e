/** Cells of the audit log in one chunk, which only its page loads. */
export { AuditAction, AuditResult } from './audit-cells.tsx'
export { AuditDiff, AuditLine } from './audit-diff.tsx'
export { AuditTarget } from './audit-target.tsx'

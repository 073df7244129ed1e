import type { ReactNode } from 'react'
import { usePermission } from './menus.ts'

/** Shows its children to those who have the permission. */
export const Can = ({ code, children, otherwise = null }: { code: string; children: ReactNode; otherwise?: ReactNode }): ReactNode =>
  usePermission(code) ? children : otherwise

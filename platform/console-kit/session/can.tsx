import type { ReactNode } from 'react'
import { usePermission } from './menus.ts'

/** Renders its children if the user has the permission. */
export const Can = ({ code, children, otherwise = null }: { code: string; children: ReactNode; otherwise?: ReactNode }): ReactNode =>
  usePermission(code) ? children : otherwise

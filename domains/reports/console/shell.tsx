import { contributeExport } from '@lamplight/console-kit'
import { lazy } from 'react'

const SaveReport = lazy(() => import('./save-report.tsx').then((module) => ({ default: module.SaveReport })))

contributeExport('reports', SaveReport)

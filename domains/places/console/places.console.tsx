import { lang } from '@lamplight/console-kit'
import { onConsole, withPlain } from '@lamplight/console-kit/resource'
import { lazy } from 'react'
import { places } from '../domain.ts'
import { area } from '../model/area.resource.ts'
import { areaManage } from '../model/area-manage.resource.ts'
import { mapJumpArea } from '../model/map-jump-area.resource.ts'
import { mapShare } from '../model/map-share.resource.ts'
import { plain } from '../model/plain.ts'
import { project } from '../model/project.resource.ts'
import { AreaName } from './area-name.tsx'

const RegionInput = lazy(() => import('./region-input.tsx').then((module) => ({ default: module.RegionInput })))
const RegionName = lazy(() => import('./region-name.tsx').then((module) => ({ default: module.RegionName })))
const MoveAreas = lazy(() => import('./move-dialogs.tsx').then((module) => ({ default: module.MoveAreas })))
const MoveProjects = lazy(() => import('./move-dialogs.tsx').then((module) => ({ default: module.MoveProjects })))
const GatherDialog = lazy(() => import('./move.dialog.tsx').then((module) => ({ default: module.GatherDialog })))
const ShareLink = lazy(() => import('./share-link.tsx').then((module) => ({ default: module.ShareLink })))

export const placesConsole = withPlain(plain, {
  domain: places,
  pages: [],
  resources: [
    onConsole(area, {
      columns: { areaName: AreaName, regionCode: ({ value }) => (value ? <RegionName code={value} lang={lang.get()} /> : null) },
      inputs: { regionCode: RegionInput },
      actions: { move: MoveAreas },
    }),
    onConsole(project, { actions: { move: MoveProjects, gather: GatherDialog } }),
    onConsole(areaManage, {}),
    onConsole(mapJumpArea, {}),
    onConsole(mapShare, { slots: { detailTop: ShareLink } }),
  ],
})

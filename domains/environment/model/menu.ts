import { defineMenu } from '@lamplight/kit'
import { sprayControl, sprayRecord, trashCollection, trashCommand, trashGroup, trashOverview, wellGroup } from './pages.ts'

/** The group 垃圾桶与井盖 of the system 智慧城市 (decisions.md A19), and the pages that are not the list of a resource of this slice. */
export const environmentMenu = defineMenu([
  { code: 'trash_area', label: ['垃圾桶与井盖', 'Bins and covers'], path: '/trash', icon: 'trash', sort: 20, parent: 'smart_city' },
  trashOverview,
  trashCollection,
  trashCommand,
  sprayControl,
  sprayRecord,
  trashGroup,
  wellGroup,
])

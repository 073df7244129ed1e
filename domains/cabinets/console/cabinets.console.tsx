import { withPlain } from '@lamplight/console-kit/resource'
import { deviceConsoles } from '@lamplight/control/console'
import { cabinets } from '../domain.ts'
import { kinds } from '../model/kinds.ts'
import { plain } from '../model/plain.ts'
import { concentratorConsoles, concentratorPages } from './concentrator.console.tsx'

export const cabinetsConsole = withPlain(plain, {
  domain: cabinets,
  pages: concentratorPages,
  resources: [...deviceConsoles(kinds), ...concentratorConsoles],
})

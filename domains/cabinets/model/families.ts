import { concentratorBase, loopConfig, memberFamilies } from './concentrator.families.ts'

/** Parameter families of concentrators. */
export const families = [concentratorBase, loopConfig, ...Object.values(memberFamilies)] as const

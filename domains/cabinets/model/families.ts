import { concentratorBase, loopConfig, memberFamilies } from './concentrator.family.ts'

/** Parameter families of concentrators. */
export const families = [concentratorBase, loopConfig, ...Object.values(memberFamilies)] as const

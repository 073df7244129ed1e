import { type Case, CONTROL } from './small-house.ts'

/** Examples of what slices declare for each other. */
export const keyCases: readonly Case[] = [
  {
    name: 'a model that runs code of the server kit',
    bad: { [`${CONTROL}/model/plan.ts`]: "import { type Ctx } from '@lamplight/server-kit'" },
    says: `${CONTROL}/model/plan.ts:1 boundary: runs on both sides`,
    good: { [`${CONTROL}/model/plan.ts`]: "import type { Ctx } from '@lamplight/server-kit'" },
  },
  {
    name: 'a port beside what makes it',
    bad: { [`${CONTROL}/server/plan.port.ts`]: "export const planPort = definePort<Plan>('control.plan')" },
    says: `${CONTROL}/server/plan.port.ts:1 key: definePort belongs in model/ports.ts`,
    good: { [`${CONTROL}/model/ports.ts`]: "export const planPort = definePort<Plan>('control.plan')" },
  },
  {
    name: 'an event with the name of another slice',
    bad: { [`${CONTROL}/model/events.ts`]: "export const NEWS = defineEvent<News>('places.news')" },
    says: `${CONTROL}/model/events.ts:1 key: the name begins with the slice that declares it: control.`,
    good: { [`${CONTROL}/model/events.ts`]: "export const NEWS = defineEvent<News>('control.news')" },
  },
  {
    name: 'two ports of one name',
    bad: {
      [`${CONTROL}/model/ports.ts`]:
        "export const planPort = definePort<Plan>('control.plan')\nexport const otherPort = definePort<Other>('control.plan')",
    },
    says: `${CONTROL}/model/ports.ts:2 key: control.plan is declared twice`,
    good: {
      [`${CONTROL}/model/ports.ts`]:
        "export const planPort = definePort<Plan>('control.plan')\nexport const otherPort = definePort<Other>('control.other')",
    },
  },
  {
    name: 'a port that its caller does not name',
    bad: {
      [`${CONTROL}/model/ports.ts`]: "export const planPort = definePort<Plan>('control.plan')",
      [`${CONTROL}/server/index.ts`]: 'export const controlServer = {}',
      [`${CONTROL}/server/plan.ts`]: '\nexport const plan = (platform: Platform) => platform.port(planPort)',
    },
    says: `${CONTROL}/server/plan.ts:2 key: server/index.ts of control names planPort in neither ports nor needs`,
    good: {
      [`${CONTROL}/model/ports.ts`]: "export const planPort = definePort<Plan>('control.plan')",
      [`${CONTROL}/server/index.ts`]: 'export const controlServer = { needs: [planPort] }',
      [`${CONTROL}/server/plan.ts`]: '\nexport const plan = (platform: Platform) => platform.port(planPort)',
    },
  },
]

import { type Case, CONTROL, PAGE } from './small-project.ts'

const offering = (view: string): string =>
  `export const it = defineDomain({ name: 'system', level: 0, dependsOn: [], offers: ['${view}'] })`
/** A private table of a slice, the view of it that the slice offers, and a table of the slice above. */
const MADE: Readonly<Record<string, string>> = {
  'db/migrations/0001_made.sql':
    'create table system_dict (id bigint);\ncreate view system_dictionaries as select id from system_dict;\ncreate unlogged table control_item (id bigint);',
  'domains/system/domain.ts': offering('system_dictionaries'),
}

/** Cases for declarations that others read: ports, events, views, and addresses of pages. */
export const keyCases: readonly Case[] = [
  {
    name: 'a model that runs code of the server kit',
    bad: { [`${CONTROL}/model/plan.ts`]: "import { type Ctx } from '@lamplight/server-kit'" },
    message: `${CONTROL}/model/plan.ts:1 boundary: runs on both sides`,
    good: { [`${CONTROL}/model/plan.ts`]: "import type { Ctx } from '@lamplight/server-kit'" },
  },
  {
    name: 'a port beside what makes it',
    bad: { [`${CONTROL}/server/plan.port.ts`]: "export const planPort = definePort<Plan>('control.plan')" },
    message: `${CONTROL}/server/plan.port.ts:1 key: definePort belongs in model/ports.ts`,
    good: { [`${CONTROL}/model/ports.ts`]: "export const planPort = definePort<Plan>('control.plan')" },
  },
  {
    name: 'an event with the name of another slice',
    bad: { [`${CONTROL}/model/events.ts`]: "export const NEWS = defineEvent<News>('places.news')" },
    message: `${CONTROL}/model/events.ts:1 key: the name begins with the slice that declares it: control.`,
    good: { [`${CONTROL}/model/events.ts`]: "export const NEWS = defineEvent<News>('control.news')" },
  },
  {
    name: 'two ports of one name',
    bad: {
      [`${CONTROL}/model/ports.ts`]:
        "export const planPort = definePort<Plan>('control.plan')\nexport const otherPort = definePort<Other>('control.plan')",
    },
    message: `${CONTROL}/model/ports.ts:2 key: control.plan is declared twice`,
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
    message: `${CONTROL}/server/plan.ts:2 key: server/index.ts of control names planPort in neither ports nor needs`,
    good: {
      [`${CONTROL}/model/ports.ts`]: "export const planPort = definePort<Plan>('control.plan')",
      [`${CONTROL}/server/index.ts`]: 'export const controlServer = { needs: [planPort] }',
      [`${CONTROL}/server/plan.ts`]: '\nexport const plan = (platform: Platform) => platform.port(planPort)',
    },
  },
  {
    name: 'SQL that reads the table of another slice',
    bad: { ...MADE, [`${CONTROL}/server/plan.ts`]: '\nexport const plan = `select 1\n  from system_dict d`' },
    message: `${CONTROL}/server/plan.ts:3 table: system_dict belongs to system, which does not offer it`,
    good: {
      ...MADE,
      [`${CONTROL}/server/plan.ts`]: 'export const plan = `select 1 from system_dictionaries d join control_item i on true`',
    },
  },
  {
    name: 'a table of another slice, named for SQL that is made elsewhere',
    bad: { ...MADE, [`${CONTROL}/server/plan.ts`]: "export const plan = (query: Query) => insertMany(query, 'system_dict', [])" },
    message: `${CONTROL}/server/plan.ts:1 table: system_dict belongs to system`,
    good: { ...MADE, [`${CONTROL}/server/plan.test.ts`]: "export const plan = (query: Query) => insertMany(query, 'system_dict', [])" },
  },
  {
    name: 'rows that are inserted into a view of another slice',
    bad: { ...MADE, [`${CONTROL}/server/plan.ts`]: "\nexport const plan = 'insert into system_dictionaries (id) values (1)'" },
    message: `${CONTROL}/server/plan.ts:2 table: rows of system_dictionaries are written by a function of its slice`,
    good: {
      ...MADE,
      [`${CONTROL}/server/plan.ts`]: "export const plan = 'insert into control_item select id from system_dictionaries'",
      'domains/system/server/plan.ts': "export const plan = 'insert into system_dictionaries (id) values (1)'",
    },
  },
  {
    name: 'many rows that are inserted into a view of another slice',
    bad: {
      ...MADE,
      [`${CONTROL}/server/plan.ts`]: "\nexport const plan = (query: Query) => insertMany(\n  query,\n  'system_dictionaries', [])",
    },
    message: `${CONTROL}/server/plan.ts:4 table: rows of system_dictionaries are written by a function of its slice`,
    good: { ...MADE, [`${CONTROL}/server/plan.ts`]: "export const plan = (query: Query) => insertMany(query, 'control_item', [])" },
  },
  {
    name: 'rows of another slice that are changed through its view',
    bad: { ...MADE, [`${CONTROL}/server/plan.ts`]: "\nexport const plan = 'update system_dictionaries d set sort = 1'" },
    message: `${CONTROL}/server/plan.ts:2 table: rows of system_dictionaries are written by a function of its slice`,
    good: {
      ...MADE,
      [`${CONTROL}/server/plan.ts`]:
        "export const plan = 'update control_item i set sort = 1 from system_dictionaries d where d.id = i.id for update of i'",
      'domains/system/server/plan.ts': "export const plan = 'update system_dictionaries set sort = 1'",
    },
  },
  {
    name: 'rows of another slice that are removed through its view',
    bad: { ...MADE, [`${CONTROL}/server/plan.ts`]: '\nexport const plan = `with a as (\n  delete  from\n system_dictionaries) select 1`' },
    message: `${CONTROL}/server/plan.ts:4 table: rows of system_dictionaries are written by a function of its slice`,
    good: {
      ...MADE,
      [`${CONTROL}/server/plan.ts`]: "export const plan = 'delete from control_item where id in (select id from system_dictionaries)'",
    },
  },
  {
    name: 'a view of a slice that is not depended on',
    bad: { ...MADE, 'domains/places/server/plan.ts': "export const plan = 'select 1 from system_dictionaries'" },
    message: 'domains/places/server/plan.ts:1 table: system_dictionaries belongs to system, which domain.ts of places does not list',
    good: { ...MADE, 'domains/system/server/plan.ts': "export const plan = 'select 1 from system_dictionaries'" },
  },
  {
    name: 'an offer that is a table',
    bad: { ...MADE, 'domains/system/domain.ts': offering('system_dict') },
    message: 'domains/system/domain.ts:1 table: no migration makes a view or function system_dict',
    good: MADE,
  },
  {
    name: 'an address of the menu in the console',
    bad: {
      [`${CONTROL}/model/menu.ts`]: "export const menu = defineMenu([{ code: 'group', path: '/city/plan' }])",
      [`${CONTROL}/console/plan.console.tsx`]: "export const pages = [definePage({ path: '/city/plan', load })]",
    },
    message: `${CONTROL}/console/plan.console.tsx:1 page: /city/plan is an entry of the menu`,
    good: {
      [`${CONTROL}/model/menu.ts`]: "export const menu = defineMenu([{ code: 'group', path: '/city/plan' }])",
      [`${CONTROL}/console/plan.console.tsx`]: "export const pages = [definePage({ path: '/city/plan/new', load })]",
    },
  },
  {
    name: 'an address of a page by hand in the console',
    bad: {
      [`${CONTROL}/model/pages.ts`]: "export const plan = { code: 'plan', path: '/city/plan' } as const satisfies MenuItem",
      [PAGE]: "export const open = () => navigate('/city/plan')",
    },
    message: `${PAGE}:1 page: /city/plan is an entry of the menu`,
    good: {
      [`${CONTROL}/model/pages.ts`]: "export const plan = { code: 'plan', path: '/city/plan' } as const satisfies MenuItem",
      [PAGE]: 'export const open = () => navigate(plan.path)',
    },
  },
]

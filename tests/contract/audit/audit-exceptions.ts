import { slices } from '../../../apps/server/slices.ts'
import { KINDS } from './audit-imports.ts'

const draft = (base: string): [string, string][] => [
  [`POST /api/${base}/import/upload`, 'a draft of its maker: its rows come in by run'],
  [`POST /api/${base}/import/inspect`, 'reads the draft'],
  [`POST /api/${base}/import/preview`, 'reads the draft'],
  [`POST /api/${base}/import/discard`, 'drops the own draft, of which nothing had come in'],
]
const after = (what: string): string => `${what}: the entry says what was ordered, the row it names what became of it`
const ORDERS = ['batch/manual/switch-lum', 'batch/manual/switch-power', 'getOffLamp', 'batch/openlamp', 'group/openlamp', 'batch/command']
const LORA_ORDERS = [
  ...['get', 'set'].flatMap((op) => ['loraModuleConfig', 'serverLinkInfo'].map((family) => `city/lora/control/batch/${op}/${family}`)),
  ...['batch/get/whiteList', 'do/simple_command', 'batchDoSimpleCommand'].map((path) => `city/lora/control/${path}`),
  ...['set/serverLinkInfo', 'reboot'].map((path) => `sun/loraroot/group/${path}`),
]
const CONCENTRATOR_ORDERS = [
  'control/del/loopconfig',
  'control/batch/set/serverLinkInfo',
  'control/do/simple_command',
  'manualctr/do',
  'manualctr/loop',
  'base_config/send',
]
/** Calls whose entries have no before and no after, each with its reason. */
export const BARE: ReadonlyMap<string, string> = new Map([
  ...ORDERS.map((path): [string, string] => [`POST /api/blade-city/controller/${path}`, after('a command')]),
  ...['dim', 'close', 'release'].map((path): [string, string] => [`POST /api/blade-city/lamp/${path}`, after('a command')]),
  ['POST /api/blade-city/commandrecord/retry', after('a command')],
  ...['trash', 'well'].map((name): [string, string] => [`POST /api/blade-device/${name}/batch/command`, after('a command')]),
  ...['integrated_device/send/function', 'gateway/reboot', 'gateway/batchReboot', 'evs/camera/sync', 'deviceFault/flashLight'].map(
    (path): [string, string] => [`POST /api/blade-device/${path}`, after('a command')],
  ),
  ['POST /api/blade-device/spray/batch/manual/switch-lum', after('a command')],
  ['POST /api/blade-strategy/trashdeviceworkstrategy/sendWorkStrategy', after('a command')],
  ['POST /api/blade-strategy/boxcontrol/send', after('a command')],
  ['POST /api/blade-strategy/boxcontrol/commandrecord/retry', after('a command')],
  ...['dim', 'switch'].map((cmd): [string, string] => [`POST /api/blade-city/lorawan/multicast/${cmd}`, after('a command')]),
  ...LORA_ORDERS.map((path): [string, string] => [`POST /api/blade-${path}`, after('a command')]),
  ...CONCENTRATOR_ORDERS.map((path): [string, string] => [`POST /api/blade-city/concentrator/${path}`, after('a command')]),
  ...slices.flatMap(({ deliveries = [] }) =>
    deliveries.flatMap(({ api: { retry, log, details } }) =>
      [retry, `${log}/retry`, `${details}/retry`].map((path): [string, string] => [`POST /api/${path}`, after('a command')]),
    ),
  ),
  ...Object.values(KINDS).flatMap((base) =>
    ['', '/run', '/undo'].map((step): [string, string] => [`POST /api/${base}/import${step}`, after('an import')]),
  ),
  ['POST /api/blade-resource/sms/send', after('a message')],
  ['POST /api/blade-resource/sms/endpoint/send-message', after('a message')],
  ['POST /api/blade-resource/oss/endpoint/put-file', 'the entry names the file'],
  ['POST /api/blade-resource/oss/endpoint/put-file-attach', 'the entry names the file'],
  ['POST /api/blade-system/backup/download', 'changes nothing'],
  ['POST /api/blade-auth/oauth/token', 'a sign-in'],
])
/** Calls without an audit entry, each with its reason. */
export const WITHOUT_ENTRY: ReadonlyMap<string, string> = new Map([
  ...draft(KINDS.lamp),
  ...draft(KINDS.controller),
  ...draft(KINDS.install),
  ['POST /api/blade-city/controller/import/result', 'reads'],
  ['POST /api/blade-visual/visual/preview', 'reads'],
  ['POST /api/blade-visual/shared/open', 'a view without an account; the share has the time of the last one'],
  ...['controller/batch/command', 'commandrecord/retry'].map((path): [string, string] => [`POST /api/blade-city/${path}/preview`, 'reads']),
  ['POST /api/blade-device/command/preview', 'reads'],
  ['POST /api/blade-city/param/reach', 'reads'],
  ['POST /api/blade-strategy/boxcontrol/reach', 'reads'],
  ['POST /api/blade-strategy/workstrategy/preview', 'reads'],
  ['POST /api/blade-strategy/linkage/instance/dryRun', 'reads'],
  // The changes by pushes are in the history of an order.
  ['POST /api/blade-charging/evcs/{key}/{push}', 'signed traffic of devices'],
  ['POST /api/blade-device/deviceManage/offlineDiagnose', 'reads'],
  ['POST /api/blade-city/controller/export/by/status', 'reads'],
  ...['matrix', 'matrix/export', 'spread'].map((path): [string, string] => [`POST /api/blade-city/param/${path}`, 'reads']),
  ['POST /api/blade-auth/invite/shortUrl', 'reads'],
  ['POST /api/blade-desk/notice/read', 'the own mark that a notice was read'],
  ['POST /api/blade-auth/send-verification-code', 'stands in the log of messages; open to everybody'],
  ['POST /api/blade-auth/mfa/totp/begin', 'counts from confirm on'],
  ['POST /api/blade-auth/mfa/passkey/begin', 'counts from finish on'],
  ['POST /api/blade-report/report/rest/run', 'reads: it answers the address of the file'],
  ['POST /api/blade-resource/oss/test', 'writes and removes a probe'],
])
/** Calls that this test cannot make, because the other side is missing: the test file that checks their entry, and the entry's name. */
export const ELSEWHERE: ReadonlyMap<string, readonly [file: string, what: string]> = new Map([
  ['POST /api/blade-auth/mfa/passkey/finish', ['../people/mfa.test.ts', 'identity.mfa.passkey']],
  ['POST /api/blade-auth/mfa/passkey/remove', ['../people/mfa.test.ts', 'identity.mfa.passkey.remove']],
  ['POST /api/blade-user/oauth/bind', ['../people/social.test.ts', 'identity.oauth.bind']],
  ['POST /api/blade-city/virtual/night', ['../strategies/virtual-night.test.ts', 'lighting.virtual.night']],
  ['POST /api/blade-develop/code/gen-code', ['../platform/develop.test.ts', 'system.code.generate']],
  ['POST /api/blade-develop/datasource/test', ['../platform/develop.test.ts', 'system.datasource.test']],
])

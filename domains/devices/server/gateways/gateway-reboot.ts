import type { Ctx, RouteInput } from '@lamplight/server-kit'
import { gatewayType } from '../../model/index.ts'
import { type BatchAnswer, commandsPort, type DeviceOrder } from '../../model/ports.ts'

/** Restarts gateways by a command of the ledger. A gateway answers, disconnects and signs in again. Leaves out gateways that the user does not see. */
export const rebootGateways = (
  ctx: Ctx,
  target: Pick<DeviceOrder, 'deviceIds' | 'groupId'>,
  headers: RouteInput['headers'],
  input: unknown,
): Promise<BatchAnswer> => {
  const commands = ctx.platform.port(commandsPort)
  const request = commands.requestOf(ctx, headers, 'devices.gateway.reboot', input)
  return commands.send(ctx, { type: gatewayType, cmd: 'reboot', args: {}, ...target }, request)
}

/** Name of the live topic with the latest values of devices of a type. Lamps use the topic `lamps` instead. */
export const liveTopic = (typeName: string): string => `devices-${typeName}`

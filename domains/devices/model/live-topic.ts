/** The live topic with the latest values of devices of a type; lamps have the topic `lamps`. */
export const liveTopic = (typeName: string): string => `devices-${typeName}`

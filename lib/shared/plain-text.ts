/**
 * Names come from chats, folders and job files. Characters that control a terminal, break a line or change
 * the reading direction are replaced.
 */
const CONTROL_CHARACTERS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu

export const plainText = (text: string): string => text.replace(CONTROL_CHARACTERS, '\uFFFD')

// Length limits of what visitors type. The database checks the same numbers; the forms and functions are kind first.
export const NAME_LENGTH = 100
export const EMAIL_LENGTH = 254
export const PHONE_LENGTH = 30
export const MESSAGE_LENGTH = 5000
export const VEHICLE_TITLE_LENGTH = 200

/** The name of a passkey whose authenticator is not known. */
const unknownModel = 'Passkey';

/** A model of YubiKey has an AAGUID for each version of its firmware. */
const yubiKey = 'YubiKey';

/** The names of common authenticators by their AAGUID, as their makers publish them. */
export const modelNames: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'b93fd961-f2e6-462f-b122-82002247de78': 'Android',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'd3452668-01fd-4c12-926c-83a4204853aa': 'Microsoft Password Manager',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'f3809540-7f14-49c1-a8b3-8f813b225541': 'Enpass',
  'a10c6dd9-465e-4226-8198-c7c44b91c555': 'Kaspersky Password Manager',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  'eaecdef2-1c31-5634-8639-f1cbd9c00a08': 'KeePassDX',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'b78a0a55-6ef8-d246-a042-ba0f6d55050c': 'LastPass',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'b35a26b2-8f6e-4697-ab1d-d44db4da28c6': 'Zoho Vault',
  '42b4fb4a-2866-43b2-9bf7-6c6669c2e5d3': 'Google Titan',
  '2cd2f727-f6ca-44da-8f48-5c2e5da000a2': 'Nitrokey 3',
  'cb69481e-8ff7-4039-93ec-0a2729a154a8': yubiKey,
  'ee882879-721c-4913-9775-3dfcce97072a': yubiKey,
  'fa2b99dc-9e39-4257-8f92-4a30d23c4118': yubiKey,
  '2fc0579f-8113-47ea-b116-bb5a8db9202a': yubiKey,
  'a25342c0-3cdc-4414-8e46-f4807fca511c': yubiKey,
  'd7781e5d-e353-46aa-afe2-3ca49f13332a': yubiKey,
  '19083c3d-8383-4b18-bc03-8f1c9ab2fd1b': yubiKey,
  'ff4dac45-ede8-4ec2-aced-cf66103f4335': yubiKey,
  'd8522d9f-575b-4866-88a9-ba99fa02f35b': yubiKey,
  'dd86a2da-86a0-4cbe-b462-4bd31f57bc6f': yubiKey,
};

/** How a new passkey is called: by the model of its authenticator, where that is known. */
export const nameOfModel = (aaguid: string | undefined): string =>
  new Map<string | undefined, string>(Object.entries(modelNames)).get(aaguid) ?? unknownModel;

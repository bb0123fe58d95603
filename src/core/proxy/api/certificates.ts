import type { Certificate, CertificateStatus } from '../model/model';
import { certificateSchema } from '../wire/apiSchemas';
import { noEntries, tolerantReaderOf } from '../wire/tolerantReader';
import type { ListingSource } from './readListing';

/** The listing of the default store's certificates: `GET /api/certificates`, since 3.7. */
export const certificateSource: ListingSource<Certificate> = { path: 'certificates', read: readCertificate };

const readView = tolerantReaderOf(certificateSchema);

function readCertificate(raw: unknown, text: string): Certificate | undefined {
  const read = readView(raw);
  if (read === undefined) return undefined;
  const { name, commonName, sans, notBefore, notAfter, issuerCN, issuerOrg, status } = read.view;
  return {
    name,
    commonName,
    sans: sans ?? noEntries,
    notBefore,
    notAfter,
    issuer: issuerCN ?? issuerOrg,
    status: statusOf(status),
    unread: read.unread,
    text,
  };
}

function statusOf(word: string | undefined): CertificateStatus {
  return word === 'enabled' || word === 'warning' || word === 'expired' ? word : 'unknown';
}

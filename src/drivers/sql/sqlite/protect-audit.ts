/** A number that is taken counts as not the next, since `insert or replace` deletes without a delete trigger. */
export const PROTECT_AUDIT: readonly string[] = [
  `create trigger audit_insert before insert on audit
   when new.seq is not (select coalesce(max(seq), 0) + 1 from audit)
   begin select raise(abort, 'the audit log is append-only: only the next entry can be added'); end`,
  `create trigger audit_update before update on audit
   when new.body is not null or new.salt is not null
     or (new.seq, new.time, new.action, new.subject, new.body_hash, new.previous, new.hash)
       is not (old.seq, old.time, old.action, old.subject, old.body_hash, old.previous, old.hash)
   begin select raise(abort, 'the audit log is append-only: only a body can be erased'); end`,
  `create trigger audit_delete before delete on audit
   begin select raise(abort, 'the audit log is append-only: nothing can be deleted'); end`,
];

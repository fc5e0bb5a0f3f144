#include "restart.h"

#include <stdlib.h>

void restart_before(struct restart *restart, const MPI_Request *requests,
                    int64_t count)
{
    restart->handles = restart->few;
    if (requests == NULL || count <= 0 || count > PLAN_LIMIT)
        restart->handles = NULL;
    else if (count > (int64_t)(sizeof restart->few / sizeof restart->few[0]))
        restart->handles = malloc((size_t)count * sizeof requests[0]);
    for (int64_t i = 0; restart->handles != NULL && i < count; i++)
        restart->handles[i] = requests[i];
}

static void tell(struct murmel_call *call, MPI_Request before,
                 MPI_Request after)
{
    uint64_t *w = murmel_record(call, RECORD_RESTARTED, 2 * sizeof w[0]);

    if (w == NULL)
        return;
    w[0] = encode_request(before);
    w[1] = encode_request(after);
    murmel_publish(call);
}

void restart_after(struct murmel_call *call, struct restart *restart,
                   const MPI_Request *requests, int64_t count)
{
    if (restart->handles == NULL)
        return;
    for (int64_t i = 0; i < count; i++)
        if (requests[i] != restart->handles[i] &&
            requests[i] != MPI_REQUEST_NULL)
            tell(call, restart->handles[i], requests[i]);
    if (restart->handles != restart->few)
        free(restart->handles);
}
